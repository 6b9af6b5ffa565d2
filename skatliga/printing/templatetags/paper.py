"""What papers need to be written."""

from django import template

from skatliga.printing.documents import figures

register = template.Library()
register.filter("figures", figures)
