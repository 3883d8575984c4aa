export { generateMetadata, Page as default } from '#components/evm/wallet/storage/storage-page.tsx'
