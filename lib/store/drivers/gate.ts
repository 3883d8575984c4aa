/** Called before each use of a database. @throws ServiceError `not_available` while it must not be used. */
export type DatabaseGate = () => void
