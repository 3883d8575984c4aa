export { generateMetadata, Page as default } from '#components/evm/contract/storage-page.tsx'
