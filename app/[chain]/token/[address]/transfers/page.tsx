export { generateMetadata, Page as default } from '#components/evm/token/transfers-page.tsx'
