export { BlockFrame as default } from '#components/evm/frames/block/block-frame.tsx'
