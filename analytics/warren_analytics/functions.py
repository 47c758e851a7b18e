"""Functions that statements may call; whatever is not named here is refused.

Left out are those that tell about the process or change it, wait, draw random numbers, run text as
a statement, and those of which one call makes a value far larger than what it is given: no engine
looks at its limits within a call.
"""

from __future__ import annotations

from typing import Final


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_OPERATORS: Final = _names(
    """
    + - * / // % ** ^ & | ~ << >> || @ !~~ ~~ !~~* ~~* ~~~ ->> && @> <@ ^@ add subtract multiply
    divide mod xor like_escape not_like_escape ilike_escape not_ilike_escape
    """
)
_NUMBERS: Final = _names(
    """
    abs acos acosh asin asinh atan atan2 atanh bit_count cbrt ceil ceiling cos cosh cot degrees
    even exp fdiv floor fmod gamma gcd greatest greatest_common_divisor isfinite isinf isnan lcm
    least least_common_multiple lgamma ln log log10 log2 nextafter pi pow power radians round
    round_even roundbankers sign signbit sin sinh sqrt tan tanh trunc nullif
    """
)
_TEXTS: Final = _names(
    """
    ascii base64 bin bit_length char_length character_length chr concat concat_ws contains
    damerau_levenshtein decode editdist3 encode ends_with format_bytes formatReadableDecimalSize
    formatReadableSize formatreadabledecimalsize formatreadablesize from_base64 from_hex hamming
    hash hex instr jaccard jaro_similarity jaro_winkler_similarity lcase left left_grapheme len
    length length_grapheme levenshtein lower ltrim md5 md5_number mismatches nfc_normalize
    octet_length ord parse_dirname parse_dirpath parse_filename parse_formatted_bytes parse_path
    position prefix regexp_escape regexp_extract regexp_extract_all regexp_full_match
    regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table replace reverse
    right right_grapheme rtrim sha1 sha256 split split_part starts_with str_split
    str_split_regex string_split string_split_regex string_to_array strip_accents strlen strpos
    substr substring substring_grapheme suffix to_base64 to_binary to_hex translate trim ucase
    unbin unhex unicode upper url_decode url_encode
    """
)
_TIMES: Final = _names(
    """
    age century current_date current_localtime current_localtimestamp date_add date_diff
    date_part date_sub date_trunc datediff datepart datesub datetrunc day dayname dayofmonth
    dayofweek dayofyear days_in_month decade epoch epoch_ms epoch_ns epoch_us era
    get_current_time get_current_timestamp hour isodow isoyear julian last_day make_date
    make_time make_timestamp make_timestamp_ms make_timestamp_ns make_timestamptz microsecond
    millennium millisecond minute month monthname nanosecond now quarter second strftime
    strptime time_bucket timezone timezone_hour timezone_minute to_centuries to_days to_decades
    to_hours to_microseconds to_millennia to_milliseconds to_minutes to_months to_quarters
    to_seconds to_timestamp to_weeks to_years today transaction_timestamp try_strptime week
    weekday weekofyear year yearweek ago
    """
)
_NESTED: Final = _names(
    """
    array_contains array_distinct array_extract array_filter array_has array_has_all
    array_has_any array_indexof array_intersect array_length array_position array_reverse
    array_reverse_sort array_slice array_sort array_to_string array_transform array_unique
    cardinality element_at filter flatten list_any_value list_apply list_append list_avg
    list_bool_and list_bool_or list_cat list_concat list_contains list_count list_distinct
    list_element list_extract list_filter list_first list_has list_has_all list_has_any
    list_indexof list_intersect list_last list_max list_median list_min list_mode list_pack
    list_position list_prepend list_product list_reverse list_reverse_sort list_select
    list_slice list_sort list_sum list_transform list_unique list_value list_where list_zip map
    map_contains map_contains_value map_entries map_extract map_extract_value map_from_entries
    map_keys map_values row struct_contains struct_extract struct_extract_at struct_has
    struct_indexof struct_insert struct_keys struct_pack struct_position struct_update
    struct_values unnest
    """
)
_JSON: Final = _names(
    """
    array_to_json from_json json json_array json_array_length json_contains json_exists
    json_extract json_extract_path json_extract_path_text json_extract_string json_group_array
    json_group_object json_keys json_merge_patch json_object json_quote json_structure
    json_transform json_type json_valid json_value row_to_json to_json
    """
)
_OTHERS: Final = _names(
    "coalesce constant_or_null error ifnull typeof uuid_extract_timestamp uuid_extract_version"
)
_AGGREGATES: Final = _names(
    """
    any_value approx_count_distinct approx_quantile approx_top_k arbitrary arg_max arg_max_null
    arg_min arg_min_null argmax argmin array_agg avg bit_and bit_or bit_xor bool_and bool_or
    corr count count_if count_star countif covar_pop covar_samp entropy favg first fsum geomean
    geometric_mean group_concat histogram kahan_sum kurtosis kurtosis_pop last list listagg mad
    max max_by mean median min min_by mode product quantile quantile_cont quantile_disc
    regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy
    reservoir_quantile sem skewness stddev stddev_pop stddev_samp string_agg sum sum_no_overflow
    sumkahan var_pop var_samp variance wavg weighted_avg
    """
)
_WINDOWS: Final = _names(
    """
    cume_dist dense_rank fill first_value lag last_value lead nth_value ntile percent_rank rank
    rank_dense row_number
    """
)

# Of the replica's engine, in lower case.
REPLICA: Final = (
    _OPERATORS | _NUMBERS | _TEXTS | _TIMES | _NESTED | _JSON | _OTHERS | _AGGREGATES | _WINDOWS
)
# They hand out rows one after the other.
REPLICA_TABLES: Final = frozenset({"unnest", "range", "generate_series", "values"})

# Of the SQL node, in upper case.
LIVE: Final = _names(
    """
    ABS ACOS ASIN ATAN ATAN2 CEIL CEILING CONV COS COT CRC32 DEGREES EXP FLOOR FORMAT LN LOG
    LOG10 LOG2 MOD PI POW POWER RADIANS ROUND SIGN SIN SQRT TAN TRUNCATE BIT_COUNT GREATEST
    LEAST

    ASCII BIN BIT_LENGTH CHAR CHAR_LENGTH CHARACTER_LENGTH CONCAT CONCAT_WS ELT FIELD
    FIND_IN_SET FROM_BASE64 HEX INSTR LCASE LEFT LENGTH LOCATE LOWER LTRIM MID OCT
    OCTET_LENGTH ORD POSITION QUOTE REGEXP_INSTR REGEXP_LIKE REGEXP_REPLACE REGEXP_SUBSTR
    REPLACE REVERSE RIGHT RTRIM SHA2 SOUNDEX STRCMP SUBSTR SUBSTRING SUBSTRING_INDEX
    TO_BASE64 TRIM UCASE UNHEX UPPER

    ADDDATE CURDATE CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP CURTIME DATE DATE_ADD
    DATE_FORMAT DATE_SUB DATEDIFF DAY DAYNAME DAYOFMONTH DAYOFWEEK DAYOFYEAR EXTRACT FROM_DAYS
    FROM_UNIXTIME HOUR LAST_DAY LOCALTIME LOCALTIMESTAMP MAKEDATE MAKETIME MICROSECOND MINUTE
    MONTH MONTHNAME NOW PERIOD_ADD PERIOD_DIFF QUARTER SEC_TO_TIME SECOND STR_TO_DATE SUBDATE
    TIME TIME_FORMAT TIME_TO_SEC TIMEDIFF TIMESTAMP TIMESTAMPADD TIMESTAMPDIFF TO_DAYS
    TO_SECONDS UNIX_TIMESTAMP UTC_DATE UTC_TIME UTC_TIMESTAMP WEEK WEEKDAY WEEKOFYEAR YEAR
    YEARWEEK

    CAST COALESCE CONVERT IF IFNULL ISNULL NULLIF

    JSON_ARRAY JSON_CONTAINS JSON_CONTAINS_PATH JSON_DEPTH JSON_EXTRACT JSON_KEYS JSON_LENGTH
    JSON_OBJECT JSON_OVERLAPS JSON_QUOTE JSON_SEARCH JSON_TYPE JSON_UNQUOTE JSON_VALID
    JSON_VALUE

    ANY_VALUE AVG BIT_AND BIT_OR BIT_XOR COUNT GROUP_CONCAT GROUPING MAX MIN STD STDDEV
    STDDEV_POP STDDEV_SAMP SUM VAR_POP VAR_SAMP VARIANCE

    CUME_DIST DENSE_RANK FIRST_VALUE LAG LAST_VALUE LEAD NTH_VALUE NTILE PERCENT_RANK RANK
    ROW_NUMBER
    """
)
