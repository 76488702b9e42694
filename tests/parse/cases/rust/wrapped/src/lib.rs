use std::sync::{Arc, Mutex};

pub struct Notify {
    waiters: u32,
}

impl Notify {
    pub fn new() -> Self {
        Notify { waiters: 0 }
    }

    pub fn notify(&self) {}

    cfg_metrics! {
        /// How many wait.
        pub fn waiting(&self) -> u32 {
            self.waiters
        }
    }
}

pub struct Other;

impl Other {
    pub fn notify(&self) {}
}

cfg_rt! {
    /// Runs it.
    pub fn spawn(task: u32) -> u32 {
        started(task)
    }

    pub(crate) mod inner;
}

fn started(task: u32) -> u32 {
    task
}

pin_project! {
    /// Waits no longer than that.
    #[derive(Debug)]
    pub struct Timeout<T> {
        #[pin]
        value: T,
        notify: Notify,
    }
}

impl<T> Timeout<T> {
    fn poll(&self) {
        self.notify.notify();
    }
}

pub fn shared() {
    let notify = Arc::new(Notify::new());
    notify.notify();
    let second = Arc::clone(&notify);
    second.notify();
    notify.clone().notify();
    let locked = Box::new(Mutex::new(
        Notify::new(),
    ));
    locked.lock().unwrap().notify();
    let some = Some(Other);
    let other = std::sync::Arc::new(Other {});
    other.notify();
    let made = Arc::new(Notify::new()).waiting();
    spawn(made);
}

bitflags! {
    pub struct Flags: u32 {
        const A = 1;
    }
}
