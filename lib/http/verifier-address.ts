const verifier = /^\/(sourcify|etherscan)(?=[/?]|$)/

/** `/sourcify/…` and `/etherscan/…` are short for the same paths below `/api`: build tools are configured with them. */
export const verifierAddress = (url: string): string => url.replace(verifier, '/api/$1')
