"""Addresses of lists."""

from django.urls import path

from skatliga.exports import file_path
from skatliga.handouts import public_file_path
from skatliga.lists.views import confirming, devices, entry, office, sheet

app_name = "lists"
urlpatterns = [
    path("<slug:slug>/serie/<int:number>/", office.board, name="board"),
    path("<slug:slug>/serie/<int:number>/oeffnen/", entry.open_list, name="open"),
    path("<slug:slug>/serie/<int:number>/tisch/<int:table>/", office.at_table, name="at_table"),
    path("<slug:slug>/serie/<int:number>/zeit-ist-um/", office.time_up, name="time_up"),
    path("ueben/<slug:slug>/", entry.practise, name="practice"),
    path("<slug:slug>/bestaetigen/", confirming.confirm, name="confirm"),
    path("<uuid:pk>/", sheet.sheet, name="sheet"),
    public_file_path("<uuid:pk>/liste", sheet.sheet_file, "sheet_file"),
    public_file_path("<uuid:pk>/ergebnis", sheet.feet_file, "feet_file"),
    file_path("<uuid:pk>/verlauf", sheet.history_file, "history_file"),
    path("<uuid:pk>/eingabe/", entry.entry, name="entry"),
    path("<uuid:pk>/tasten/", entry.check_keys, name="check_keys"),
    path("<uuid:pk>/zuruecknehmen/", entry.undo, name="undo"),
    path("<uuid:pk>/summen/", entry.totals, name="totals"),
    path("<uuid:pk>/zeile/<int:nr>/", sheet.row, name="row"),
    path("<uuid:pk>/vergleich/", sheet.twin, name="twin"),
    path("<uuid:pk>/zweitliste/", office.open_twin, name="open_twin"),
    path("<uuid:pk>/stand/", office.move_state, name="move"),
    path("<uuid:pk>/verschieben/", office.move_table, name="move_table"),
    path("<uuid:pk>/spiele/", office.change_deals, name="deals"),
    path("<uuid:pk>/plaetze/", office.change_seats, name="seats"),
    path("<uuid:pk>/vertretung/", office.change_player, name="substitute"),
    path("<uuid:pk>/nachzuegler/", office.seat_latecomer, name="latecomer"),
    path("<uuid:pk>/unterschriften/", office.sign_list, name="sign"),
    path("<uuid:pk>/papier/", devices.to_paper, name="to_paper"),
    path("<uuid:pk>/geraet/", devices.to_device, name="to_device"),
    path("<uuid:pk>/zu-spaet/", devices.note_stray, name="note_stray"),
    path("<uuid:pk>/adresse/", devices.withdraw_address, name="withdraw_address"),
    path("<uuid:pk>/fotos/", office.upload_photo, name="upload_photo"),
    path("<uuid:pk>/fotos/<int:photo>/", sheet.photo, name="photo"),
    path("<uuid:pk>/fotos/<int:photo>/entfernen/", office.delete_photo, name="delete_photo"),
    path("<uuid:pk>/protest/", office.make_protest, name="protest"),
    path("<uuid:pk>/protest/<int:protest>/", office.answer_protest, name="answer_protest"),
]
