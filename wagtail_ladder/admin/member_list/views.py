"""First the list, then its review: nobody becomes a member before somebody has looked at each near name."""

from base64 import b64decode, b64encode
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from wagtail.admin import messages

from ...models import Club
from ...reports import NameList, read_names
from ...services import ChangedMeanwhile, LadderError, Refused, add_players
from ...services.roles import clubs_of
from ...services.text import cleaned_name
from ...services.verb import club_transaction
from ..events.access import AdminView
from ..events.encodings import Letters, encodings_offered, read_letters
from ..events.issues import issue_groups
from ..events.words import listed
from .lines import LEFT_OUT, NEW, Line, choose, digest_of, lines_of

LARGEST_LIST = 500_000
"""Bytes. The longest names in the most generous encoding are fewer."""


class ListForm(forms.Form):
    club = forms.ModelChoiceField(
        label=gettext_lazy("Club"),
        queryset=Club.objects.none(),
        error_messages={"required": gettext_lazy("Please choose a club.")},
    )
    names = forms.CharField(
        label=gettext_lazy("Names"),
        required=False,
        max_length=LARGEST_LIST // 4,
        strip=False,  # the numbers of lines are told
        widget=forms.Textarea(attrs={"rows": 10, "dir": "auto"}),
        help_text=gettext_lazy("One name a line, at most 500, and nothing else: no birth dates, no classes."),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        allow_empty_file=True,
        max_length=1000,
        help_text=gettext_lazy("A text or CSV file with the column of the names alone."),
        widget=forms.FileInput(attrs={"accept": ".txt,.csv,.tsv"}),
    )

    def __init__(self, *args: Any, user: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs = clubs_of(user).order_by("name", "pk")
        self.fields["club"].queryset = clubs
        two = list(clubs[:2])
        if len(two) == 1:
            self.fields["club"].initial, self.fields["club"].empty_label = two[0], None

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file is not None and file.size > LARGEST_LIST:
            raise forms.ValidationError(_("This file is too large for a list of 500 names."))
        return file

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        has_names, has_file = bool(data.get("names", "").strip()), data.get("file") is not None
        if has_names and has_file:
            self.add_error("file", _("Please paste the names or choose a file, not both."))
        elif not has_names and not has_file and not self.errors:
            self.add_error("names", _("Please paste the names, or choose a file."))
        return data

    def source(self) -> tuple[bytes, str]:
        """What was handed in, and the name of the file. A pasted list is one without a name."""
        file = self.cleaned_data["file"]
        if file is not None:
            return file.read(), file.name
        return self.cleaned_data["names"].encode("utf-8", "replace"), ""


class ReviewForm(forms.Form):
    """What the page of the review hands on from one look to the next."""

    club = forms.ModelChoiceField(queryset=Club.objects.none())
    content = forms.CharField(max_length=LARGEST_LIST * 2)
    filename = forms.CharField(max_length=1000, required=False)
    encoding = forms.CharField(max_length=40, required=False)
    seen = forms.CharField(max_length=64, required=False)

    def __init__(self, *args: Any, user: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].queryset = clubs_of(user)

    def clean_content(self) -> bytes:
        try:
            return b64decode(self.cleaned_data["content"], validate=True)
        except ValueError as error:  # no base64, or no ASCII
            raise forms.ValidationError(_("Please hand the list in again.")) from error


class ListView(AdminView):
    """The list: pasted, or a file."""

    template_name = "wagtail_ladder/admin/member_list/list.html"
    page_title = gettext_lazy("Add a list of members")
    header_icon = "user"

    def get_breadcrumbs_items(self) -> list[dict[str, Any]]:
        players = {"url": reverse("ladder_players:list"), "label": _("Players")}
        return [*self.breadcrumbs_items, players, {"url": "", "label": self.get_page_title()}]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kwargs.setdefault("form", ListForm(user=self.request.user))
        return super().get_context_data(**kwargs)

    def post(self, request: HttpRequest) -> HttpResponse:
        form = ListForm(request.POST, request.FILES, user=request.user)
        if not form.is_valid():
            return self.show(form=form)
        content, filename = form.source()
        club = form.cleaned_data["club"]
        letters = _letters(club, content, filename)
        if letters.reading.has_errors and not letters.may_be_switched:
            return self.show(form=form, issue_groups=issue_groups(letters.reading.issues))
        review = ReviewView.as_view(club=club, content=content, filename=filename)
        return review(request)


class ReviewView(ListView):
    """Who each name is. Nothing is kept between two looks: the page carries the list."""

    template_name = "wagtail_ladder/admin/member_list/review.html"
    page_title = gettext_lazy("Who are they?")
    club: Club | None = None
    content = b""
    filename = ""
    encoding: str | None = None

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect("ladder_players:add_list")

    def post(self, request: HttpRequest) -> HttpResponse:
        if self.club is not None:  # straight from the list
            return self.show()
        form = ReviewForm(request.POST, user=request.user)
        if not form.is_valid():
            return redirect("ladder_players:add_list")
        data = form.cleaned_data
        self.club, self.content, self.filename = data["club"], data["content"], data["filename"]
        self.encoding = data["encoding"] or None
        if "look" in request.POST:
            return self.show()
        try:
            return self._save(data["seen"])
        except LadderError as refusal:
            return self.show_refusal(refusal)

    def _save(self, seen: str) -> HttpResponse:
        assert self.club is not None  # noqa: S101 - the form has it
        with club_transaction(self.club.pk):
            choose(self.lines, self.request.POST)
            if not self.lines:
                raise Refused("no_names", _("There is nobody to add."))
            if digest_of(self.lines) != seen:
                raise ChangedMeanwhile(
                    "list_changed", _("The members have changed meanwhile. Please look again.")
                )
            unsaid = [str(line.typed.line) for line in self.lines if not line.choice]
            if unsaid:
                raise Refused(
                    "choice_missing",
                    _("Please say who these are: line %(lines)s.") % {"lines": listed(unsaid)},
                )
            new = [line for line in self.lines if line.choice == NEW]
            if new:
                names = [(_storable(line), line.not_same_as) for line in new]
                add_players(self.club, names, by=self.request.user)
        messages.success(self.request, self._done(len(new)))
        return redirect("ladder_players:list")

    def _done(self, new: int) -> str:
        left_out = sum(line.choice == LEFT_OUT for line in self.lines)
        known = len(self.lines) - new - left_out
        parts = [
            ngettext("%(count)d new member", "%(count)d new members", new) % {"count": new},
            ngettext("%(count)d was a member already", "%(count)d were members already", known)
            % {"count": known},
            ngettext("%(count)d left out", "%(count)d left out", left_out) % {"count": left_out},
        ]
        told = [part for part, count in zip(parts, (new, known, left_out), strict=True) if count]
        return _("%(what)s.") % {"what": listed(told)}

    @cached_property
    def letters(self) -> Letters[NameList]:
        return _letters(self.club, self.content, self.filename, self.encoding)

    @cached_property
    def lines(self) -> list[Line]:
        return lines_of(self.club, self.letters.reading.names)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        asked = [line for line in self.lines if line.is_asked]
        context.update(
            club=self.club,
            asked=asked,
            unknown=[line for line in self.lines if not line.is_asked],
            count=len(self.lines),
            content=b64encode(self.content).decode(),
            filename=self.filename,
            encoding=self.letters.reading.encoding,
            encodings=encodings_offered(self.letters),
            issue_groups=issue_groups(self.letters.reading.issues),
            seen=digest_of(self.lines),
        )
        return context


def _letters(club: Club, content: bytes, filename: str, encoding: str | None = None) -> Letters[NameList]:
    return read_letters(content, filename, language=club.language, chosen=encoding, read=read_names)


def _storable(line: Line) -> str:
    """The name of a new member. Raises Refused with its line, where there is no name to see."""
    try:
        name = cleaned_name(line.typed.name)
        if not any(character.isalpha() for character in name):
            raise Refused("name_without_letters", _("There is no letter in this name."))
    except Refused as refusal:
        told = {"line": line.typed.line, "what": refusal.message}
        raise Refused(refusal.code, _("Line %(line)d: %(what)s") % told) from refusal
    return name
