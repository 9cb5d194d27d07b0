"""Nobody learns in the admin that another club's club, player or ladder exists.

Wagtail asks its permission policies about a model and not about an object (wagtail/wagtail#13314), in the
snippet views and in the choosers alike. Here is the one place that asks about the object: every view of the
viewsets and choosers below is made through `construct_view`, also those that a later Wagtail adds.
"""

from django import forms
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from wagtail.admin.admin_url_finder import ModelAdminURLFinder
from wagtail.admin.forms.choosers import BaseFilterForm
from wagtail.admin.panels import ObjectList
from wagtail.admin.ui.tables import Column
from wagtail.snippets.bulk_actions.snippet_bulk_action import SnippetBulkAction
from wagtail.snippets.views.chooser import SnippetChooserViewSet

from ..compat import PolicyOnTheViewSet
from ..matching import fold
from ..models import Club, Ladder, Player, PlayerGroup, Season
from ..site.placing import placeable, register_fields_to_place, whole_numbers
from .alphabet import ByName, ByNamePaginator
from .permissions import ClubPolicy
from .sensitive import SensitivePost


class ScopedObject:
    """Mixed into a view: an object of another club is as absent as one that does not exist."""

    club_policy: ClubPolicy

    def get_object(self, *args, **kwargs):
        instance = super().get_object(*args, **kwargs)
        if instance is None:  # a create view has none
            return None
        if not self.club_policy.user_has_permission_for_instance(self.request.user, "view", instance):
            raise Http404
        needed = getattr(self, "permission_required", None)
        if needed and not self.club_policy.user_has_permission_for_instance(
            self.request.user, needed, instance
        ):
            raise PermissionDenied
        return instance


class ClubScopedViewSetMixin(PolicyOnTheViewSet):
    """For a SnippetViewSet whose model is a club or belongs to one.

    `add_panels` make the form of a new instance, `edit_handler` that of a stored one.
    """

    add_panels: ObjectList
    usage_is_shown = True
    deletion_has_a_verb = False
    index_template_name = "wagtailadmin/generic/index.html"
    index_results_template_name = "wagtail_ladder/admin/registry/list_results.html"
    edit_template_name = "wagtail_ladder/admin/registry/edit.html"
    search_fields = ("name",)
    copy_view_enabled = False
    add_to_reference_index = False  # what pages refer to is indexed from the pages

    def get_queryset(self, request) -> QuerySet:
        return ClubPolicy(self.model).instances_user_has_permission_for(request.user, "view")

    def construct_view(self, view_class, **kwargs):
        bases = (SensitivePost, view_class)
        if hasattr(view_class, "get_object"):
            bases = (ScopedObject, *bases)
        view_class = type(view_class.__name__, bases, {"club_policy": ClubPolicy(self.model)})
        return super().construct_view(view_class, **kwargs)

    def get_add_view_kwargs(self, **kwargs):
        panels = self.add_panels.bind_to_model(self.model)
        return super().get_add_view_kwargs(panel=panels, form_class=panels.get_form_class(), **kwargs)

    def get_common_view_kwargs(self, **kwargs):
        absent = {f"{name}_url_name": None for name in self._absent()}
        return super().get_common_view_kwargs(**{**absent, **kwargs})

    def get_urlpatterns(self):
        return [pattern for pattern in super().get_urlpatterns() if pattern.name not in self._absent()]

    def _absent(self) -> set[str]:
        """Views without an address."""
        shown = {"usage": self.usage_is_shown, "delete": self.deletion_has_a_verb}
        return {name for name, is_shown in shown.items() if not is_shown}

    @property
    def url_finder_class(self):
        # The snippets' own finder of 7.4 reads Django permissions, which nobody has on our models.
        return type(
            f"{self.model.__name__}URLFinder",
            (ModelAdminURLFinder,),
            {"permission_policy": ClubPolicy(self.model), "edit_url_name": self.get_url_name("edit")},
        )


def named_like(instances: QuerySet, text: str) -> QuerySet:
    """Those whose folded name holds every folded word of `text`.

    Compared here and not by the database: `icontains` knows no accents, and in SQLite it tells capitals
    from small letters in every alphabet but the Latin one.
    """
    wanted = fold(text).split()
    if not wanted:
        return instances.none()
    names = ((pk, fold(name)) for pk, name in instances.values_list("pk", "name"))
    return instances.filter(pk__in=[pk for pk, name in names if all(word in name for word in wanted)])


class NameFilterForm(BaseFilterForm):
    q = forms.CharField(
        label=_("Search term"), widget=forms.TextInput(attrs={"placeholder": _("Search")}), required=False
    )

    def filter(self, objects):
        objects = super().filter(objects)
        if text := self.cleaned_data.get("q"):
            self.is_searching, self.search_query = True, text
            objects = named_like(objects, text)
        return objects


class ScopedChoice:
    """Mixed into every view of a chooser: offers and hands out only what the user's roles reach."""

    filter_form_class = NameFilterForm
    paginator_class = ByNamePaginator

    def get_permission_policy(self):
        return ClubPolicy(self.model_class)

    @property
    def title_column(self):
        column = super().title_column
        column.accessor = "name"
        column.width = "45%"  # beside two other columns on a telephone, too
        return column

    @property
    def columns(self):
        """Every club may have a ladder of the same name, as a group or a season."""
        columns = super().columns
        if self.model_class is Ladder:
            columns += [
                Column("club", label=_("Club")),
                Column("visibility", label=_("Seen by"), accessor="get_visibility_display"),
            ]
        return columns

    def _reachable(self) -> QuerySet:
        return ClubPolicy(self.model_class).instances_user_has_permission_for(self.request.user, "view")

    def get_object_list(self):
        rows = self._reachable()
        return rows.select_related("club") if self.model_class is Ladder else rows

    def get_object(self, pk):
        return self._reachable().get(pk__in=whole_numbers([pk]))

    def get_objects(self, pks):
        return self._reachable().filter(pk__in=whole_numbers(pks))


class ClubScopedChooserViewSet(SnippetChooserViewSet):
    choice: type[ScopedChoice] = ScopedChoice

    def construct_view(self, view_class, **kwargs):
        return super().construct_view(type(view_class.__name__, (self.choice, view_class), {}), **kwargs)

    def get_urlpatterns(self):
        """Without creation inside the chooser: a player or a ladder is made on its own screen."""
        return [pattern for pattern in super().get_urlpatterns() if pattern.name != "create"]


class ChoiceToPlace(ScopedChoice):
    """What a page editor may put on a page: that takes no role in a club."""

    def _reachable(self) -> QuerySet:
        return placeable(self.model_class, self.request.user)


class PlacingChooserViewSet(ClubScopedChooserViewSet):
    """For the forms of pages. The forms of the registry choose from the clubs of their user."""

    choice = ChoiceToPlace
    register_widget = False

    def on_register(self):
        super().on_register()
        register_fields_to_place(self.model, self.icon)


class ClubScopedBulkAction(SnippetBulkAction):
    """Acts on those of the selected objects for which the user has `permission_required`."""

    permission_required = "change"

    def get_actionable_objects(self):
        mine = ClubPolicy(self.model).instances_user_has_permission_for(
            self.request.user, self.permission_required
        )
        ids = self.request.GET.getlist("id")
        chosen = (
            self.get_queryset_in_listing(mine) if "all" in ids else mine.filter(pk__in=whole_numbers(ids))
        )
        return list(ByName(chosen)), {"items_with_no_access": []}

    def get_queryset_in_listing(self, reachable: QuerySet) -> QuerySet:
        """What "select all in listing" means: the list's filters are in the query string."""
        return reachable

    def dispatch(self, request, *args, **kwargs):
        if not self.get_actionable_objects()[0]:
            raise Http404
        return super().dispatch(request, *args, **kwargs)


class NoBulkDelete(SnippetBulkAction):
    """Stands where Wagtail offers "delete" for every snippet: clubs, players and ladders stay.

    A group of players or a season is deleted on a screen of its own, by a verb.
    """

    models = [Club, Player, Ladder, PlayerGroup, Season]
    display_name = _("Delete")
    aria_label = _("Delete")
    action_type = "delete"

    def dispatch(self, request, *args, **kwargs):
        raise Http404
