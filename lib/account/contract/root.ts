/** Sign-in: paths as clients append them to `{auth_url}`. */
export const signInRoot = { name: 'sign-in', basePath: '/api/auth' }
