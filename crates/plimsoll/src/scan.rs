//! The guard alone: what it finds in files, in a text, or in the whole workspace.

use crate::error::Error;
use crate::known::Unseen;
use crate::parallel;
use crate::request::path as request_path;
use crate::screening::{is_nameable, screen_message};
use crate::survey::Survey;
use crate::workspace::Workspace;
use plimsoll_core::capsule::{Evidence, PassedOver};
use plimsoll_core::screened::{Finding, Grade, Screening};
use plimsoll_guard::{Baseline, Hidden, RuleInfo, Silenced, hidden};
use plimsoll_workspace::{FileEntry, LeftOutReason, RelPath, examine};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// What to scan.
#[derive(Debug, Clone, Default)]
pub enum ScanTarget {
    /// Every file that could be shown.
    #[default]
    Workspace,
    /// Files and folders, relative to the root.
    Paths(Vec<String>),
    /// A text from elsewhere, by a name.
    Text { name: String, text: String },
}

#[derive(Debug, Clone, Default)]
pub struct ScanRequest {
    pub target: ScanTarget,
    /// Likely findings that are known and left as they are.
    pub baseline: Option<Baseline>,
    /// Make a baseline of what is found, with this salt.
    pub make_baseline: Option<String>,
}

/// A finding, with the line as it may be shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScannedFinding {
    pub path: String,
    #[serde(flatten)]
    pub finding: Finding,
    /// By which the user can accept it in their own settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The line with every secret in it replaced; nothing where the text may not be shown at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
}

/// What a scan has found.
#[derive(Debug, Clone, Default)]
pub struct Scan {
    pub findings: Vec<ScannedFinding>,
    pub silenced: Vec<(String, Silenced)>,
    pub hidden: Vec<(String, Hidden)>,
    /// What could not be scanned, and why.
    pub unread: Vec<PassedOver>,
    /// The same for files that were named one by one.
    pub named_unread: Vec<PassedOver>,
    pub files: u64,
    pub evidence: Evidence,
    pub notices: Vec<String>,
    pub baseline: Option<Baseline>,
}

/// What one text holds.
#[derive(Default)]
struct Scanned {
    findings: Vec<ScannedFinding>,
    silenced: Vec<Silenced>,
    hidden: Vec<Hidden>,
    bytes: u64,
    noted: Option<Baseline>,
}

impl Workspace {
    /// What each rule looks for and why, sorted by id.
    pub fn rules(&self) -> Vec<RuleInfo<'_>> {
        self.watch().rules()
    }

    /// Looks for secrets and for what hides.
    pub fn scan(&self, request: &ScanRequest) -> Result<Scan, Error> {
        let watch = self.watch_for_scan(request.baseline.clone());
        let scanner = Scanner { watch: &watch, salt: request.make_baseline.as_deref() };
        let mut scan = match &request.target {
            ScanTarget::Text { name, text } => {
                let mut scan = Scan::default();
                scan.add(name, scanner.scan(name, text));
                scan
            }
            ScanTarget::Workspace => scanner.scan_tree(&self.survey()?, |_| true)?,
            ScanTarget::Paths(paths) => scanner.scan_paths(&self.survey()?, paths)?,
        };
        scan.notices.extend(watch.notices().iter().map(|notice| screen_message(notice)));
        scan.evidence.rule_set = watch.digest().to_owned();
        if let Some(salt) = &request.make_baseline {
            scan.baseline.get_or_insert_with(|| Baseline::new(salt.clone()));
        }
        scan.findings.sort_by(|a, b| place(a).cmp(&place(b)));
        Ok(scan)
    }
}

/// Where a finding stands in the list: as a reader goes through the files.
fn place(found: &ScannedFinding) -> (&str, u32, u32, &str) {
    let Finding { rule, line, lines, .. } = &found.finding;
    (&found.path, *line, *lines, rule)
}

struct Scanner<'a> {
    watch: &'a plimsoll_guard::Watch,
    salt: Option<&'a str>,
}

impl Scanner<'_> {
    fn scan(&self, path: &str, text: &str) -> Scanned {
        let watched = self.watch.screen(path, text);
        let mut scanned = Scanned {
            bytes: text.len() as u64,
            silenced: watched.silenced,
            hidden: hidden(text),
            ..Scanned::default()
        };
        let lines: Option<Vec<&str>> = match &watched.screening {
            Screening::Shown(screened) => Some(screened.text().lines().collect()),
            Screening::Withheld(_) => None,
        };
        let findings = watched.screening.findings();
        // Without findings there is nothing to name.
        let ids = if findings.is_empty() {
            Vec::new()
        } else {
            self.watch.ids(path, text).unwrap_or_default()
        };
        let ids: BTreeMap<(&str, u32), &String> =
            ids.iter().map(|(rule, line, id)| ((rule.as_str(), *line), id)).collect();
        let shown = |line: u32| {
            let lines = lines.as_ref()?;
            lines.get(usize::try_from(line).ok()?.checked_sub(1)?).map(|line| (*line).to_owned())
        };
        scanned.findings = findings
            .iter()
            .map(|finding| ScannedFinding {
                path: path.to_owned(),
                finding: finding.clone(),
                id: ids.get(&(finding.rule.as_str(), finding.line)).map(|id| (*id).clone()),
                shown: shown(finding.line),
            })
            .collect();
        if let Some(salt) = self.salt {
            let mut baseline = Baseline::new(salt.to_owned());
            // A text that cannot be scanned to its end has a finding that says so, and stays one.
            let _ = self.watch.note(&mut baseline, path, text);
            scanned.noted = Some(baseline);
        }
        scanned
    }

    fn scan_tree(&self, survey: &Survey<'_>, wanted: impl Fn(&str) -> bool) -> Result<Scan, Error> {
        let files = survey.tree.files.iter().filter(|file| wanted(file.path.as_str()));
        let mut scan = self.scan_files(survey, &files.collect::<Vec<_>>())?;
        // What the rules leave out is nobody's loss; what could not be read may be.
        let unread = survey.left_out().filter(|out| {
            matches!(out.reason.code(), "unreadable" | "too_large" | "changed_while_reading")
                && !matches!(out.reason, LeftOutReason::DanglingLink)
                && wanted(&out.path)
        });
        scan.unread.extend(unread.map(|out| unread_file(&out.path, &out.reason.describe())));
        Ok(scan)
    }

    fn scan_files(&self, survey: &Survey<'_>, files: &[&FileEntry]) -> Result<Scan, Error> {
        let Survey { workspace, .. } = survey;
        let progress = workspace.progress();
        progress.begin("scan", Some(files.len() as u64));
        let scan_one = |file: &&FileEntry| match survey.read(file) {
            Ok(text) => Ok(Some(self.scan(file.path.as_str(), &text.text))),
            Err(Unseen::OwnDocument) => Ok(None),
            Err(why) => Err(why.in_full()),
        };
        let results = parallel::map(files, workspace.threads(), progress, scan_one)?;
        let mut scan = Scan::default();
        for (file, result) in files.iter().zip(results) {
            let path = file.path.as_str();
            // A name is a text like any other.
            if !is_nameable(path) {
                let name = self.scan(&screen_message(path), path);
                scan.add(&screen_message(path), Scanned { bytes: 0, ..name });
                scan.files -= 1;
            }
            match result {
                Ok(Some(scanned)) => scan.add(path, scanned),
                Ok(None) => {}
                Err(detail) => scan.unread.push(unread_file(path, &detail)),
            }
        }
        Ok(scan)
    }

    /// Files are taken as they are named, folders as the walk sees them.
    fn scan_paths(&self, survey: &Survey<'_>, paths: &[String]) -> Result<Scan, Error> {
        let ground = survey.workspace.ground();
        let (mut files, mut folders, mut problems) = (Vec::new(), Vec::new(), Vec::new());
        for given in paths {
            if matches!(given.trim_end_matches('/'), "" | ".") {
                folders.push(String::new());
                continue;
            }
            match request_path(given, "path") {
                Err(problem) => problems.push(problem),
                Ok(path) if ground.folder(Path::new(path.as_str())).is_ok() => {
                    folders.push(format!("{path}/"));
                }
                Ok(path) => match examine(ground, &survey.rules, &path) {
                    Ok(entry) => files.push(entry),
                    Err(reason) => problems.push(format!(
                        "`{}` cannot be scanned: {}",
                        screen_message(path.as_str()),
                        screen_message(&reason.describe())
                    )),
                },
            }
        }
        if !problems.is_empty() {
            return Err(Error::Invalid(problems));
        }
        let named: Vec<RelPath> = files.iter().map(|file| file.path.clone()).collect();
        let mut scan = self.scan_files(survey, &files.iter().collect::<Vec<_>>())?;
        scan.named_unread = std::mem::take(&mut scan.unread);
        if !folders.is_empty() {
            let wanted = |path: &str| {
                folders.iter().any(|folder| path.starts_with(folder.as_str()))
                    && !named.iter().any(|known| known.as_str() == path)
            };
            scan.join(self.scan_tree(survey, wanted)?);
        }
        Ok(scan)
    }
}

impl Scan {
    fn add(&mut self, path: &str, scanned: Scanned) {
        self.files += 1;
        self.evidence.scanned_bytes += scanned.bytes;
        let certain =
            scanned.findings.iter().filter(|f| f.finding.grade == Grade::Certain).count() as u64;
        self.evidence.certain += certain;
        self.evidence.likely += scanned.findings.len() as u64 - certain;
        self.evidence.silenced += scanned.silenced.len() as u64;
        self.findings.extend(scanned.findings);
        self.silenced.extend(scanned.silenced.into_iter().map(|found| (path.to_owned(), found)));
        self.hidden.extend(scanned.hidden.into_iter().map(|found| (path.to_owned(), found)));
        join_baselines(&mut self.baseline, scanned.noted);
    }

    fn join(&mut self, other: Self) {
        self.findings.extend(other.findings);
        self.silenced.extend(other.silenced);
        self.hidden.extend(other.hidden);
        self.unread.extend(other.unread);
        self.files += other.files;
        self.evidence.scanned_bytes += other.evidence.scanned_bytes;
        self.evidence.certain += other.evidence.certain;
        self.evidence.likely += other.evidence.likely;
        self.evidence.silenced += other.evidence.silenced;
        join_baselines(&mut self.baseline, other.baseline);
    }
}

fn unread_file(path: &str, detail: &str) -> PassedOver {
    let (path, detail) = (screen_message(path), screen_message(detail));
    PassedOver { path, reason: "unread".to_owned(), detail }
}

fn join_baselines(all: &mut Option<Baseline>, more: Option<Baseline>) {
    match (all, more) {
        (Some(all), Some(more)) => all.join(more),
        (all, Some(more)) => *all = Some(more),
        (_, None) => {}
    }
}
