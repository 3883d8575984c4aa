export { generateMetadata, Page as default } from '#components/evm/wallet/read-page.tsx'
