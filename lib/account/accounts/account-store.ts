import type { UnixClock } from '#lib/account/clock.ts'
import type { Store } from '#lib/store/store.ts'

/** The database and clock shared by all account services. */
export type AccountStore = { store: Store<unknown>; clock: UnixClock }
