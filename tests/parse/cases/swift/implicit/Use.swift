import Session

func use(session: Session) {
    session.request(.payloads(3))
    session.stop()
}
