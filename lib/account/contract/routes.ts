import type { Routes } from '#lib/api/route.ts'

/** The challenge requests and verifications of the API: paths as clients append them to `{auth_url}`. */
export const signInRoutes = {
  requestChallenge: { method: 'POST', path: '/challenge/request/aptos', success: 201 },
  verifyChallenge: { method: 'POST', path: '/challenge/verify/aptos', success: 201 },
  requestEvmChallenge: { method: 'POST', path: '/challenge/request/evm', success: 201 },
  verifyEvmChallenge: { method: 'POST', path: '/challenge/verify/evm', success: 201 },
} as const satisfies Routes
