"""Numbers as a ladder prints them, for templates of a site."""

from django import template

from ..site.text import event_points, points, signed

register = template.Library()
register.filter("points", points)
register.filter("signed", signed)
register.filter("event_points", event_points)
