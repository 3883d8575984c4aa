export { generateMetadata, Page as default } from '#components/evm/block/withdrawals-page.tsx'
