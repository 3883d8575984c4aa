import type { Routes } from '#lib/api/route.ts'

/** The challenge request and V1 of the API: paths as clients append them to `{auth_url}`. */
export const signInRoutes = {
  requestChallenge: { method: 'POST', path: '/challenge/request/aptos', success: 201 },
  verifyChallenge: { method: 'POST', path: '/challenge/verify/aptos', success: 201 },
} as const satisfies Routes
