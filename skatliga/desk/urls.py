"""Addresses of the desk."""

from django.urls import path

from skatliga.desk import public_draw_views as public
from skatliga.desk import tables, views
from skatliga.exports import file_path

app_name = "desk"
urlpatterns = [
    path("<slug:slug>/bezahlt/", views.paid_marks, name="paid_marks"),
    path("<slug:slug>/bezahlt/<int:number>/", views.pay, name="pay"),
    path("<slug:slug>/kasse/", views.cash, name="cash"),
    path("<slug:slug>/kasse/alle/", views.pay_everybody, name="pay_everybody"),
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
    file_path("<slug:slug>/serie/<int:number>/auslosung", views.draw_file, "draw_file"),
    path("<slug:slug>/serie/<int:number>/auslosung/nachbessern/", views.mend, name="mend"),
    path("<slug:slug>/serie/<int:number>/auslosung/<int:pk>/", views.publish, name="publish_draw"),
    path("<slug:slug>/auslosung/", public.public_draw, name="public_draw"),
    path("<slug:slug>/auslosung.json", public.public_draw_file, name="public_draw_file"),
    path("<slug:slug>/auslosung-offen.json", public.opened_draw_file, name="opened_draw_file"),
    path("<slug:slug>/auslosung/bedingungen/", public.public_terms, name="public_terms"),
    path("<slug:slug>/auslosung/wert/", public.reveal, name="reveal"),
    path("<slug:slug>/auslosung/zusage/", public.look_up_wish, name="look_up_wish"),
    path("<slug:slug>/auslosung/zusagen/", public.openings, name="openings"),
    path("<slug:slug>/auslosung/serie/<int:number>/", public.draw_publicly, name="draw_publicly"),
    file_path("<slug:slug>/kasse/kasse", tables.cash, "cash_file"),
    file_path("<slug:slug>/kasse/serie/<int:number>/kasse", tables.cash_round, "cash_round_file"),
    file_path("<slug:slug>/kasse/abschluss", tables.balance, "balance_file"),
    file_path("<slug:slug>/kasse/abrechnung", tables.settlement, "settlement_file"),
    file_path("<slug:slug>/kasse/buchungen", tables.bookings, "bookings_file"),
    file_path("<slug:slug>/preise/siegerliste", tables.winners, "winners_file"),
    file_path("<slug:slug>/preise/auszahlung", tables.payouts, "payouts_file"),
    path("<slug:slug>/abschliessen/", views.close, name="close"),
    path("<slug:slug>/kopieren/", views.copy_event, name="copy_event"),
]
