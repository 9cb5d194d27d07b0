from django.core.paginator import Paginator
from django.shortcuts import render
from wagtail.models import Page


def search(request):
    """As in Wagtail's project template: it asks for live pages, and not for public ones."""
    query = request.GET.get("query")
    results = Page.objects.live().search(query) if query else Page.objects.none()
    page = Paginator(results, 10).get_page(request.GET.get("page", 1))
    return render(request, "testapp/search.html", {"search_query": query, "search_results": page})
