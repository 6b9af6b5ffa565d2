"""Addresses of the table device; short, since they are drawn as codes."""

from django.urls import path

from skatliga.lists.device import views

app_name = "device"
urlpatterns = [
    path("sw.js", views.worker, name="worker"),
    path("<int:pk>/<str:secret>/", views.table, name="table"),
    path("<int:pk>/<str:secret>/stand/", views.state, name="state"),
    path("<int:pk>/<str:secret>/schreiben/", views.write, name="write"),
    path("<int:pk>/<str:secret>/senden/", views.send, name="send"),
    path("<int:pk>/<str:secret>/app.webmanifest", views.manifest, name="manifest"),
]
