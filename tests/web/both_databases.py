"""What runs with both kinds of database: what they can answer differently.

That is locks, constraints and transactions, sorting and comparing of texts, JSON, many rows at once, values no database
keeps, backups, archives and moves, and a visit of every page (`test_hostile_requests`). What else speaks to a database
is alike on both kinds and runs on the second one with WHOLE=1 only.
"""

WHOLE_FILES = frozenset(
    """
    test_archive_databases test_hostile_requests test_killed_server test_migrating test_moving test_outage
    test_people_services test_recheck test_refused_values test_restore_trouble test_tree test_two_machines
    test_unchanged
    """.split()
)
SOME_TESTS = {
    "test_archive": """
        of_two_who_take_in_the_same_archive_at_once_the_second_is_told
        an_event_can_be_put_beside_itself who_was_made_one_with_another_is_that_one the_pages_ask_little""",
    "test_answers_racing": "of_answers_in_one_moment_none_breaks_a_rule",
    "test_backup": """
        what_a_backup_says_of_itself a_site_that_was_lost_is_as_it_was
        who_is_still_at_work_with_the_database_is_named_and_nothing_is_replaced
        a_list_that_is_written_meanwhile_is_no_fault
        where_the_database_is_gone_the_photographs_that_are_there_are_backed_up_before""",
    "test_device_hostile": """
        what_has_no_meaning_is_refused_as_a_whole what_is_no_deal_is_refused a_list_is_not_changed_for_ever""",
    "test_large_field": "rows_are_sorted_with_those_without_a_value_first",
    "test_licences": """
        two_licences_at_once_are_refused a_licence_ends_and_another_begins_the_day_after
        the_desk_finds_players_of_the_whole_federation""",
    "test_lists_guards": """
        a_serie_can_be_seated_again_when_its_only_list_went_elsewhere the_twin_goes_where_the_list_goes
        signatures_are_taken_back_and_do_not_outlive_the_seats
        another_change_from_the_same_page_is_another_change""",
    "test_lists_queries": "the_answer_to_a_row_asks_the_same_for_the_second_and_the_twelfth",
    "test_lists_services": """
        a_table_has_one_list_and_one_twin rows_add_up_and_results_are_kept_with_them
        whoever_is_second_is_told_so_and_nothing_is_doubled a_request_sent_again_is_recognised
        the_database_refuses_two_rows_of_one_number undo_takes_back_the_last_row_and_the_history_keeps_it
        a_correction_is_kept_beside_what_was_there numbers_no_list_can_show_are_refused
        an_annulled_list_counts_for_nobody_and_makes_room
        a_list_moves_to_another_table_and_counts_for_who_sits_there a_player_signs_once
        saving_a_row_asks_the_database_the_same_however_long_the_list_is""",
    "test_live": """
        a_part_is_sent_again_only_when_something_has_changed
        what_is_saved_stands_there_within_a_second_and_at_once_for_who_saved_it
        the_board_is_live_and_opening_a_list_changes_it""",
    "test_player_import": """
        new_players_come_with_everything_the_file_says empty_fields_of_who_is_known_are_filled
        a_number_that_went_to_another_is_not_taken_away what_changed_between_looking_and_storing_counts
        queries_do_not_grow_with_lines the_command_does_the_same""",
    "test_rankings": """
        the_spielleitung_writes_down_the_lots teams_are_ranked_by_the_sums_of_their_members
        all_lists_are_ranked_by_their_points""",
    "test_registration": """
        three_letters_find_players_and_those_who_take_part enter_twice_gives_one_number
        a_queued_name_sent_twice_counts_once an_entry_is_deleted_and_its_number_not_given_again
        an_entry_with_a_seat_or_a_booking_stays usual_classes_in_one_step_and_everybody_in_theirs
        who_was_merged_gets_the_name_of_the_other""",
    "test_sign_in": """
        spellings_of_a_name_are_one_account a_role_goes_to_the_account_however_its_name_is_spelled
        sixty_wrong_passwords_in_fifteen_spellings_are_stopped_at_the_fifth""",
    "test_signups": """
        of_two_hundred_at_once_exactly_as_many_have_a_place_as_there_are the_database_refuses_it_too
        the_same_person_is_recognised_and_not_doubled who_is_not_there_is_struck_and_those_who_wait_move_up""",
    "test_statistics_figures": """
        a_player_over_two_evenings names_as_they_may_be_seen only_what_has_changed_is_counted_again
        after_any_change_it_is_as_if_counted_anew a_change_while_it_is_counted
        what_an_older_way_of_counting_left_is_counted_anew what_is_kept_of_a_list two_count_the_same_at_once
        an_event_that_is_gone_meanwhile_is_none the_command_counts_everything_once""",
    "test_visitors": """
        a_search_takes_so_many_questions_however_many_are_found an_index_answers_a_search_for_names
        an_event_is_found_by_each_word_and_a_new_name_is_known_at_once
        a_guest_is_found_by_the_beginning_of_a_name_and_leads_to_his_result who_objects_is_found_by_no_name""",
    "test_years": """
        the_database_refuses_it_too two_years_of_a_name_are_refused_and_addresses_differ
        every_change_of_the_rule_is_in_the_history
        the_seating_list_goes_by_year_by_last_evening_by_groups_or_by_name
        money_is_booked_once_and_taken_back_with_a_reason""",
}


def has_some(file: str) -> bool:
    """Something in the test file of this name runs with both."""
    return file in WHOLE_FILES or file in SOME_TESTS


def runs_with_both(file: str, test: str) -> bool:
    """The test of this name, in the file of that name, does; how it is parametrized does not matter."""
    return file in WHOLE_FILES or test.removeprefix("test_") in SOME_TESTS.get(file, "").split()
