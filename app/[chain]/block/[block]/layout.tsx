export { BlockFrame as default } from '#components/evm/block/block-frame.tsx'
