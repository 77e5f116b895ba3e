//! The real Python SDKs, in virtual environments below `target`.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;

use crate::outside::run;
use crate::{root, scratch};

/// A version of a2a-sdk: where it is installed, and what is installed.
#[derive(Clone, Copy, Debug)]
pub struct Sdk {
    /// The environment's folder below `target/tests-scratch`.
    pub home: &'static str,
    requirements: &'static str,
}

impl Sdk {
    /// 0.3.26, the one that S1 names.
    pub const V0_3: Self = Self { home: "a2a-sdk-0.3", requirements: "requirements.txt" };
    /// The newest.
    pub const V1: Self = Self { home: "a2a-sdk-1", requirements: "requirements-v1.txt" };

    /// The interpreter of an environment that has exactly the packages of the requirements file.
    ///
    /// # Errors
    /// Why there is none: no Python, or nothing to install from.
    pub fn python(&self) -> Result<PathBuf, String> {
        // Tests run side by side, and two of them must not fill one folder.
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let _one = ONE_AT_A_TIME.lock().map_err(|error| error.to_string())?;
        let requirements = root().join("tests/interop").join(self.requirements);
        let wanted = std::fs::read_to_string(&requirements).map_err(|error| error.to_string())?;
        let home = scratch(self.home);
        let python = home.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
        let stamp = home.join("installed.txt");
        if python.exists() && std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
            return Ok(python);
        }
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&home), "no Python 3 with venv is here")?;
        let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"];
        run(Command::new(&python).args(pip).arg(&requirements), "a2a-sdk cannot be installed")?;
        std::fs::write(&stamp, wanted).map_err(|error| error.to_string())?;
        Ok(python)
    }
}
