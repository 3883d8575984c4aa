export { generateMetadata, Page as default } from '#components/evm/block/chain-blobs-page.tsx'
