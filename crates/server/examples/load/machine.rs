//! What the system counts.

use std::fs;

use anyhow::{Context, Result};

/// Processor time in milliseconds.
#[derive(Copy, Clone, Debug)]
pub struct Used {
    pub server: f64,
    pub clients: f64,
    /// By everything on this machine.
    pub all: f64,
}

/// A tick of the system's clock is a hundredth of a second.
const TICK: f64 = 10.0;

impl Used {
    pub fn so_far(server: u32) -> Result<Used> {
        let stat = fs::read_to_string("/proc/stat")?;
        let line = stat.lines().next().context("an empty /proc/stat")?;
        let ticks: Vec<f64> = line.split_whitespace().skip(1).filter_map(|ticks| ticks.parse().ok()).collect();
        // User, nice, system; not idle and waiting for the disk; then interrupts and what other machines stole.
        let all: f64 = ticks.iter().take(3).chain(ticks.iter().take(8).skip(5)).sum();
        Ok(Used { server: process(server)?, clients: process(std::process::id())?, all: all * TICK })
    }

    pub fn since(self, before: Used) -> Used {
        Used { server: self.server - before.server, clients: self.clients - before.clients, all: self.all - before.all }
    }

    /// The others.
    pub fn others(self) -> f64 {
        (self.all - self.server - self.clients).max(0.0)
    }
}

fn process(pid: u32) -> Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let fields: Vec<&str> = stat.rsplit_once(')').context("the name of the process")?.1.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field).and_then(|ticks| ticks.parse::<f64>().ok()).unwrap_or_default();
    Ok((ticks(11) + ticks(12)) * TICK)
}

/// Memory in use by a process, in kB.
pub fn memory(pid: u32) -> Result<f64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}
