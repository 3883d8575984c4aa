export { generateMetadata, Page as default } from '#components/evm/transaction/transfers-page.tsx'
