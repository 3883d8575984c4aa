export { generateMetadata, Page as default } from '#components/aptos/account/transfers-page.tsx'
