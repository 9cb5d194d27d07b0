"""Everything that can be said about a tournament file: one code, one severity, one sentence each.

The sentences are English templates with named `%(placeholders)s`. Whoever shows them translates the
template by gettext and fills in `Issue.params`.
"""

from enum import StrEnum


class Severity(StrEnum):
    ERROR = "error"
    """The file is refused: nothing of it may be used."""
    WARNING = "warning"
    """A person must look at it and agree before the event is saved."""
    INFO = "info"
    """How the file was read, for whoever wants to know."""


def gettext_noop(message: str) -> str:
    """Mark a template for Django's makemessages, without Django."""
    return message


_error, _warning, _info = Severity.ERROR, Severity.WARNING, Severity.INFO
_ = gettext_noop

CATALOGUE: dict[str, tuple[Severity, str]] = {
    # The file as a whole
    "file_empty": (_error, _("The file is empty.")),
    "file_too_large": (
        _error,
        _("The file is larger than %(limit)s MB. A tournament file is never that large."),
    ),
    "too_many_lines": (_error, _("The file has more than %(limit)s lines.")),
    "too_many_players": (_error, _("The file has more than %(limit)s players.")),
    "too_many_rounds": (_error, _("The file has more than %(limit)s rounds.")),
    "too_many_pairings": (_error, _("The file has more than %(limit)s pairings.")),
    "format_unknown": (
        _error,
        _(
            "This is not a tournament file that can be read here. Export the FIDE tournament report (TRF), "
            "or make a CSV file whose first line is round,white,black,result."
        ),
    ),
    "format_swiss_manager": (
        _error,
        _(
            "This is a Swiss-Manager file. In Swiss-Manager choose Other, FIDE data export, and upload the "
            "TRF file it writes."
        ),
    ),
    "format_swiss_chess": (
        _error,
        _(
            "This is a Swiss-Chess file. In Swiss-Chess export the FIDE tournament report (TRF) and "
            "upload that."
        ),
    ),
    "format_vega": (
        _error,
        _("This is a Vega tournament. In Vega create the FIDE report (TRF) and upload that."),
    ),
    "format_swiss_perfect": (
        _error,
        _("This is a SwissPerfect file. In SwissPerfect export the FIDE (Krause) report and upload that."),
    ),
    "format_papi": (
        _error,
        _(
            "This is an Access database, as Papi writes it. In Papi export the FIDE report (TRF) "
            "and upload that."
        ),
    ),
    "format_sqlite": (
        _error,
        _(
            "This is a database, as Sharly Chess keeps it. In Sharly Chess export the TRF file and "
            "upload that."
        ),
    ),
    "format_dbf": (
        _error,
        _(
            "This is a dBase file, as for a US Chess rating report. It is not read yet: export a "
            "TRF or CSV file."
        ),
    ),
    "format_swiss_sys": (
        _error,
        _("This is a SwissSys file. It is not read yet: export a TRF or CSV file and upload that."),
    ),
    "format_ecf": (
        _error,
        _("This is an ECF results file. It is not read yet: export a TRF or CSV file and upload that."),
    ),
    "format_spreadsheet": (
        _error,
        _(
            "This is a spreadsheet. Save it as CSV, with the columns round, white, black and result, "
            "and upload that."
        ),
    ),
    "format_archive": (_error, _("This is an archive. Unpack it and upload the tournament file inside.")),
    "format_image": (_error, _("This is a picture. Upload the file that the pairing program exports (TRF).")),
    "format_document": (
        _error,
        _("This is a document (PDF or text). Upload the file that the pairing program exports (TRF)."),
    ),
    "format_pgn": (
        _error,
        _(
            "This is a PGN file. It is not read yet: export the FIDE tournament report (TRF), "
            "or a CSV file with the columns round, white, black and result."
        ),
    ),
    "format_json": (
        _error,
        _(
            "This is a JSON file, as Lichess and chess.com offer it. It is not read yet: "
            "export the TRF file of the tournament, or a CSV file with the columns round, white, "
            "black and result."
        ),
    ),
    "format_web_page": (
        _error,
        _("This is a web page. Upload the file that the pairing program exports (TRF), or a CSV file."),
    ),
    "format_crosstable": (
        _error,
        _(
            "This is a crosstable. It is not read yet: export the FIDE tournament report (TRF), "
            "or a CSV file with the columns round, white, black and result."
        ),
    ),
    "more_errors": (_error, _("More errors of this kind (%(code)s): %(count)s.")),
    "more_warnings": (_warning, _("More remarks of this kind (%(code)s): %(count)s.")),
    "more_infos": (_info, _("More remarks of this kind (%(code)s): %(count)s.")),
    # Letters
    "encoding_unknown": (_error, _('There is no encoding called "%(encoding)s".')),
    "bytes_undecodable": (
        _error,
        _(
            "There are bytes here that mean nothing in %(encoding)s. The file is damaged, or its "
            "encoding is another."
        ),
    ),
    "encoding_assumed": (
        _info,
        _("The letters were read as %(encoding)s. If the names look wrong, choose another encoding."),
    ),
    "encoding_doubtful": (
        _warning,
        _(
            "Read as %(encoding)s, the letters make no words. Choose the encoding in which the "
            "names are right."
        ),
    ),
    # Days
    "date_impossible": (_error, _('There is no such day: "%(text)s".')),
    "date_unread": (_warning, _('The date "%(text)s" could not be read.')),
    "day_ambiguous": (
        _warning,
        _('"%(text)s" can be read in more than one way. Choose the last day of the event.'),
    ),
    "days_reversed": (_warning, _("The event ends before it begins. Choose its last day.")),
    "last_day_missing": (_info, _("The file does not say on which day the event ended.")),
    "round_dates_outside": (
        _warning,
        _("Not all rounds lie between the first and the last day of the event."),
    ),
    # Players
    "no_players": (_error, _("The file has no players.")),
    "player_line_short": (_error, _("The line is too short for a player.")),
    "start_number_unreadable": (
        _error,
        _(
            "A start number from 1 to 9999 must stand in columns 5 to 8. Have blanks been lost or added? "
            "Export the file again, and do not edit it."
        ),
    ),
    "start_number_twice": (
        _error,
        _("Start number %(number)s is used twice: already in line %(first_line)s."),
    ),
    "start_number_missing": (
        _error,
        _("Start number %(number)s is missing: the numbers go from %(before)s to %(after)s."),
    ),
    "start_numbers_begin_late": (_warning, _("The start numbers begin with %(number)s, not with 1.")),
    "player_line_damaged": (
        _error,
        _("This looks like a player, but the line does not begin with 001 in its first column."),
    ),
    "name_missing": (_error, _("Player %(number)s has no name.")),
    "name_invisible": (_error, _("A name has nothing in it that can be seen: type it anew.")),
    "name_too_long": (_error, _("A name has %(length)s characters; at most %(limit)s are possible.")),
    "names_equal": (_warning, _('%(count)s players of this file have the same name, "%(name)s".')),
    "names_similar": (
        _warning,
        _('"%(name)s" and "%(other)s" are spelled almost alike. Are they one player?'),
    ),
    "players_declared": (_warning, _("The file announces %(declared)s players and has %(found)s.")),
    "rank_unreadable": (_info, _("The rank of player %(number)s could not be read and was left out.")),
    "points_unreadable": (
        _warning,
        _("The points of player %(number)s could not be read and were left out."),
    ),
    "points_differ": (
        _warning,
        _("Player %(number)s has %(declared)s points in the file, but the results add up to %(computed)s."),
    ),
    "points_hide_byes": (
        _warning,
        _(
            "Player %(number)s has %(declared)s points in the file, but the results add up to %(computed)s. "
            "An empty round may hide a bye with points; it is never rated, so nothing is lost."
        ),
    ),
    "scoring_unusual": (
        _warning,
        _(
            "The event does not score 1, ½ and 0. Points are shown as the file counts them; ratings "
            "use the results."
        ),
    ),
    # Columns of a TRF
    "file_truncated": (_error, _("The file ends in the middle of a line: the rest of it is missing.")),
    "columns_lost": (
        _error,
        _(
            "Most players do not stand in the columns of the format. The file was probably edited, "
            "or copied by "
            "a program that changed its blanks. Export it again."
        ),
    ),
    "cell_misaligned": (
        _error,
        _(
            "Round %(round)s of player %(number)s does not stand in its columns: expected are "
            "opponent, colour "
            'and result, as in "  18 w 1". Has a character been lost or added in this line?'
        ),
    ),
    "line_misaligned": (
        _error,
        _("Something stands between the rank and the first round of player %(number)s, where blanks belong."),
    ),
    "byte_columns": (
        _info,
        _(
            "Lines read by counting bytes instead of characters, as the program that wrote them did: "
            "%(count)s."
        ),
    ),
    "file_shifted": (
        _info,
        _("All columns stand %(by)s beside where they belong; the file was read accordingly."),
    ),
    "lines_ignored": (
        _info,
        _("Lines that were ignored (first letters, how many, line of the first): %(lines)s."),
    ),
    "line_stray": (_warning, _("This line belongs to nothing and was ignored.")),
    "value_unreadable": (_warning, _('"%(text)s" is no value for %(tag)s and was ignored.')),
    "trf06_codes": (
        _info,
        _("Written in the way of 2006 (+, = or - without an opponent) and read as byes: %(count)s."),
    ),
    "absent_round_dropped": (
        _info,
        _("Round %(round)s was left out: nobody plays in it, only absences are noted."),
    ),
    "rounds_declared": (_warning, _("The file announces %(declared)s rounds and has %(found)s.")),
    "rounds_to_come": (_info, _("Rounds paired so far: %(found)s of %(declared)s.")),
    "team_records_ignored": (_info, _("The teams were ignored: only games between two players are read.")),
    "bye_record_unreadable": (_warning, _("This list of byes is not in its columns and was ignored.")),
    "bye_record_contradicts": (
        _warning,
        _(
            "Player %(number)s has a bye in round %(round)s here, but the player's own line says "
            "otherwise; it stands."
        ),
    ),
    # Pairings
    "code_unknown": (
        _error,
        _(
            'Unknown result code "%(result)s" in round %(round)s of player %(number)s. '
            "Expected 1, =, 0, +, -, W, D, L, H, F, U, Z or blank."
        ),
    ),
    "played_alone": (
        _error,
        _('Player %(number)s has the result "%(result)s" in round %(round)s, but no opponent.'),
    ),
    "bye_with_opponent": (
        _error,
        _('Player %(number)s has a bye ("%(result)s") in round %(round)s, but also an opponent.'),
    ),
    "opponent_unknown": (
        _error,
        _("Player %(number)s meets number %(opponent)s in round %(round)s, but the file has no such player."),
    ),
    "own_opponent": (_error, _("Player %(number)s is on both sides of a game in round %(round)s.")),
    "not_reciprocal": (
        _error,
        _(
            "Player %(number)s meets %(opponent)s in round %(round)s, but %(opponent)s meets %(other)s there "
            "(line %(other_line)s)."
        ),
    ),
    "opponent_alone": (
        _error,
        _(
            "Player %(number)s meets %(opponent)s in round %(round)s, but %(opponent)s has no opponent there "
            "(line %(other_line)s)."
        ),
    ),
    "same_colour": (
        _error,
        _(
            "Players %(number)s and %(opponent)s both have the same colour in round %(round)s (line "
            "%(other_line)s)."
        ),
    ),
    "results_contradict": (
        _error,
        _(
            "The results of players %(number)s and %(opponent)s in round %(round)s contradict each "
            'other: "%(result)s" '
            'and "%(other_result)s" (line %(other_line)s).'
        ),
    ),
    "result_uneven": (
        _warning,
        _(
            "In round %(round)s the game of %(white)s and %(black)s counts %(result)s: both are "
            "rated on their own "
            "score. If it was not played at all, it is a forfeit."
        ),
    ),
    "forfeit_one_sided": (
        _warning,
        _(
            "Only one side of the pairing of %(number)s and %(opponent)s in round %(round)s says "
            "that it was a forfeit."
        ),
    ),
    "colours_unknown": (_info, _("Games of which the file does not say who had white: %(count)s.")),
    "unfinished": (_warning, _("Pairings without a result yet: %(count)s.")),
    # CSV
    "csv_columns_missing": (
        _error,
        _(
            "The first line must name the columns round, white, black and result (and, if you "
            "like, board and date). "
            "Missing: %(missing)s."
        ),
    ),
    "csv_column_twice": (_error, _('The column "%(column)s" is named twice.')),
    "csv_columns_ignored": (_info, _("Columns that were ignored: %(columns)s.")),
    "csv_cells": (_error, _("The row has %(found)s cells, but the first line names %(expected)s columns.")),
    "csv_quotes": (_error, _("A quotation mark is opened and not closed.")),
    "csv_no_rows": (_error, _("There is no result below the first line.")),
    "csv_round_unreadable": (_error, _('"%(text)s" is not the number of a round.')),
    "csv_board_unreadable": (_warning, _('"%(text)s" is not the number of a board and was left out.')),
    "csv_name_missing": (_error, _("The name is missing.")),
    "csv_opponent_missing": (
        _error,
        _('There is a result ("%(result)s"), but no opponent. For a bye write "bye".'),
    ),
    "csv_bye_with_opponent": (_error, _("A bye has no opponent: leave the column for black empty.")),
    "csv_result_unknown": (
        _error,
        _(
            '"%(result)s" is not a result. Expected 1-0, 0-1, ½-½, +:-, -:+, -:-, bye, or nothing '
            "for an unfinished game."
        ),
    ),
    "csv_twice_in_round": (
        _warning,
        _(
            '"%(name)s" stands twice in round %(round)s, in lines %(first_line)s and %(line)s: two people of '
            "the same name. The rounds with one of them are read as the first one's."
        ),
    ),
    "csv_pairing_twice": (
        _error,
        _("These two stand together in round %(round)s already, in line %(first_line)s."),
    ),
    "csv_forfeit_suffix": (_warning, _('"%(result)s" was read as a forfeit: it is not rated.')),
    "csv_short_results": (_info, _('Results written "%(result)s" and read as draws: %(count)s.')),
    "csv_round_order": (
        _warning,
        _("After round %(before)s comes round %(round)s. Is the number of the round right?"),
    ),
    "csv_rounds_missing": (_warning, _("There is nothing for round %(round)s, but there are later rounds.")),
    # Lists of names
    "names_none": (_error, _("There is no name in the list.")),
    "names_binary": (
        _error,
        _("This is no list of names in plain text. Save the column with the names as CSV, or paste it."),
    ),
    "names_too_many": (_error, _("A list may have %(limit)s names at a time.")),
    "names_columns": (
        _error,
        _("There is more than a name in this line. Give the column with the names only."),
    ),
    "names_heading": (_info, _("The first line was taken for a heading.")),
}
"""code → (severity, template)."""
