"""The address of the hall view, short enough to type into a projector's browser."""

from django.urls import path

from skatliga.desk import hall

app_name = "hall"
urlpatterns = [path("<slug:slug>/", hall.hall, name="hall")]
