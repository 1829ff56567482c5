//! Times as people write them (RFC 3339).

/// `2026-11-16T08:00:00Z`, with fractions and offsets, or a date alone, as milliseconds since 1970.
pub fn parse(text: &str) -> Result<i64, String> {
    parse_rfc3339(text)
        .ok_or_else(|| "give a time as 2026-11-16T08:00:00Z, or a date as 2026-11-16".to_owned())
}

fn parse_rfc3339(text: &str) -> Option<i64> {
    let (date, rest) = text.split_at_checked(10)?;
    let days = parse_date(date)?;
    if rest.is_empty() {
        return Some(days * 86_400_000);
    }
    let rest = rest.strip_prefix(['T', 't', ' '])?;
    let (clock, rest) = rest.split_at_checked(8)?;
    let [hour, minute, second] = three_numbers(clock, ':')?;
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let (millis, zone) = parse_fraction(rest)?;
    let offset_minutes = parse_zone(zone)?;
    let seconds = days * 86_400 + hour * 3600 + (minute - offset_minutes) * 60 + second;
    Some(seconds * 1000 + millis)
}

fn parse_date(date: &str) -> Option<i64> {
    let [year, month, day] = three_numbers(date, '-')?;
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let longest = match month {
        4 | 6 | 9 | 11 => 30,
        2 => 28 + i64::from(leap),
        1..=12 => 31,
        _ => return None,
    };
    (1..=longest).contains(&day).then(|| days_from_civil(year, month, day))
}

fn three_numbers(text: &str, separator: char) -> Option<[i64; 3]> {
    let numbers: Option<Vec<i64>> = text
        .split(separator)
        .map(|part| part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse().ok())?)
        .collect();
    numbers?.try_into().ok()
}

/// `.25Z` is 250 and `Z`.
fn parse_fraction(text: &str) -> Option<(i64, &str)> {
    let Some(fraction) = text.strip_prefix('.') else { return Some((0, text)) };
    let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
    let (number, zone) = fraction.split_at(digits);
    let millis: String = number.chars().chain("000".chars()).take(3).collect();
    (digits > 0).then(|| Some((millis.parse().ok()?, zone)))?
}

/// Minutes east of UTC.
fn parse_zone(zone: &str) -> Option<i64> {
    if zone == "Z" || zone == "z" {
        return Some(0);
    }
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let (hours, minutes) = zone.strip_prefix(['+', '-'])?.split_once(':')?;
    let number = |text: &str, most: i64| {
        let number = text.parse().ok().filter(|n| (0..=most).contains(n))?;
        (text.len() == 2).then_some(number)
    };
    Some(sign * (number(hours, 23)? * 60 + number(minutes, 59)?))
}

/// As RFC 3339 in UTC.
pub fn format(ms: i64) -> String {
    let (days, in_day) = (ms.div_euclid(86_400_000), ms.rem_euclid(86_400_000));
    let (year, month, day) = civil_from_days(days);
    let (hour, minute, second) = (in_day / 3_600_000, in_day / 60_000 % 60, in_day / 1000 % 60);
    let millis = in_day % 1000;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// Days since 1970-01-01 in the Gregorian calendar. Years are counted from March, so that the leap day
/// is the last of its year.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year
        - 719_468
}

fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, in_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (in_era - in_era / 1460 + in_era / 36_524 - in_era / 146_096) / 365;
    let day_of_year = in_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + next, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_they_are_written() {
        for (text, ms) in [
            ("1970-01-01", 0),
            ("1970-01-01T00:00:01Z", 1000),
            ("2000-02-29T12:00:00.5Z", 951_825_600_500),
            ("2026-11-16T08:00:00+02:00", 1_794_808_800_000),
            ("1969-12-31T23:59:59Z", -1000),
        ] {
            assert_eq!(parse(text), Ok(ms), "{text}");
        }
        for wrong in [
            "",
            "yesterday",
            "2026-13-01",
            "2026-02-29",
            "2026-11-16T25:00:00Z",
            "2026-11-16T08:00:00",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for days in (-200_000..200_000).step_by(97) {
            let ms = days * 86_400_000 + 12_345_678;
            assert_eq!(parse(&format(ms)), Ok(ms));
        }
        assert_eq!(format(0), "1970-01-01T00:00:00.000Z");
    }
}
