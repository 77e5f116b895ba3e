// `?` on an error without a catalog says what to write.

use llamon_errors::ApplicationError;

fn read() -> Result<String, ApplicationError> {
    Ok(std::fs::read_to_string("orders.txt")?)
}

fn main() {}
