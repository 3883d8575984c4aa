export { TokenFrame as default } from '#components/evm/token/token-frame.tsx'
