/** The part of Swagger UI's own bundle that the page of the API uses; it comes without types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  type SwaggerRequest = { url: string; method?: string; headers: Record<string, string> }

  type SwaggerOptions = {
    domNode: HTMLElement
    spec: Record<string, unknown>
    /** Whether the open operation is the address' fragment. */
    deepLinking: boolean
    docExpansion: 'none' | 'list' | 'full'
    /** Whether operations can be filtered by their group. */
    filter: boolean
    /** How deep the list of all shapes is open; -1 for no list. */
    defaultModelsExpandDepth: number
    persistAuthorization: boolean
    /** null: nothing is sent to a validator. */
    validatorUrl: null
    requestInterceptor: (request: SwaggerRequest) => SwaggerRequest
  }

  export default function SwaggerUIBundle(options: SwaggerOptions): unknown
}
