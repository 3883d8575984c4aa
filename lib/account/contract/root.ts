/** Sign-in: paths as clients append them to `{auth_url}`. */
export const signInRoot = { name: 'sign-in', basePath: '/api/auth' }

/** The account of a visitor: for pages of this site. */
export const accountRoot = { name: 'account', basePath: '/api/session' }
