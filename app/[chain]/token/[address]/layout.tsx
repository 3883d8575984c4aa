export { TokenFrame as default } from '#components/evm/frames/token/token-frame.tsx'
