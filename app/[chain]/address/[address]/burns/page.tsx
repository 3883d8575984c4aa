export { generateMetadata, Page as default } from '#components/evm/wallet/burns-page.tsx'
