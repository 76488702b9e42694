func run() {
    let result = Result { try work() }
    let free = Free()
    let named: Monitor.Result? = nil
}
