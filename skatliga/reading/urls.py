"""Addresses of photographs that are read."""

from django.urls import path

from skatliga.reading import views

app_name = "reading"
urlpatterns = [
    path("liste/<uuid:pk>/", views.of_list, name="of_list"),
    path("serie/<slug:slug>/<int:number>/", views.of_round, name="of_round"),
    path("<uuid:id>/", views.job, name="job"),
    path("<uuid:id>/<int:number>/", views.review, name="review"),
    path("<uuid:id>/<int:number>/bild/", views.picture, name="picture"),
    path("<uuid:id>/<int:number>/wegwerfen/", views.forget, name="forget"),
]
