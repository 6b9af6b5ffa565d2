"""Addresses of the desk."""

from django.urls import path

from skatliga.desk import tables, views

app_name = "desk"
urlpatterns = [
    path("<slug:slug>/bezahlt/", views.paid_marks, name="paid_marks"),
    path("<slug:slug>/bezahlt/<int:number>/", views.pay, name="pay"),
    path("<slug:slug>/kasse/", views.cash, name="cash"),
    path("<slug:slug>/kasse/spieler/<int:number>/", views.pay_player, name="pay_player"),
    path("<slug:slug>/kasse/serie/<int:number>/", views.cash_round, name="cash_round"),
    path("<slug:slug>/kasse/serie/<int:number>/tisch/<int:table>/", views.pay_table, name="pay_table"),
    path("<slug:slug>/kasse/abrechnung/", views.settlement, name="settlement"),
    path("<slug:slug>/kasse/abschluss/", views.balance, name="balance"),
    path("<slug:slug>/kasse/buchungen/", views.bookings, name="bookings"),
    path("<slug:slug>/kasse/buchungen/<int:pk>/stornieren/", views.reverse, name="reverse"),
    path("<slug:slug>/kasse/startgeld/", views.fees, name="fees"),
    path("<slug:slug>/preise/", views.prizes, name="prizes"),
    path("<slug:slug>/preise/plan/", views.release_prizes, name="release_prizes"),
    path("<slug:slug>/preise/auszahlen/", views.pay_prizes, name="pay_prizes"),
    path("<slug:slug>/serie/<int:number>/auslosung/", views.draw, name="draw"),
    path("<slug:slug>/serie/<int:number>/neu-auslosen/", views.redraw, name="redraw"),
    path("<slug:slug>/serie/<int:number>/auslosung.<slug:ending>", views.draw_file, name="draw_file"),
    path("<slug:slug>/serie/<int:number>/auslosung/nachbessern/", views.mend, name="mend"),
    path("<slug:slug>/serie/<int:number>/auslosung/<int:pk>/", views.publish, name="publish_draw"),
    path("<slug:slug>/kasse/kasse.<slug:ending>", tables.cash, name="cash_file"),
    path("<slug:slug>/kasse/serie/<int:number>/kasse.<slug:ending>", tables.cash_round, name="cash_round_file"),
    path("<slug:slug>/kasse/abschluss.<slug:ending>", tables.balance, name="balance_file"),
    path("<slug:slug>/kasse/abrechnung.<slug:ending>", tables.settlement, name="settlement_file"),
    path("<slug:slug>/kasse/buchungen.<slug:ending>", tables.bookings, name="bookings_file"),
    path("<slug:slug>/preise/siegerliste.<slug:ending>", tables.winners, name="winners_file"),
    path("<slug:slug>/preise/auszahlung.<slug:ending>", tables.payouts, name="payouts_file"),
    path("<slug:slug>/abschliessen/", views.close, name="close"),
    path("<slug:slug>/kopieren/", views.copy_event, name="copy_event"),
]
