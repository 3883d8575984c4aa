export { generateMetadata, Page as default } from '#components/evm/block/blobs-page.tsx'
