#[proc_macro_derive(FromRequest)]
pub fn derive_from_request(item: TokenStream) -> TokenStream {
    item
}
