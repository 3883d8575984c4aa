export { generateMetadata, Page as default } from '#components/evm/chain/bodies/blobs-page.tsx'
