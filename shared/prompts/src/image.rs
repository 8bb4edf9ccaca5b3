//! Images for posts.

use ai_client::ImageRequest;

use crate::material::{Material, beginning};
use crate::site::SiteProfile;

/// Most characters of the prompt of an image.
pub const IMAGE_PROMPT_CHARS: usize = 32_000;
/// Most characters of the person's request in it.
const REQUEST_CHARS: usize = 24_000;
/// Most characters of the other texts in it.
const OTHER_CHARS: usize = 1_000;

/// What an image for a post is asked to show.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImageBrief {
    /// Site.
    pub site: SiteProfile,
    /// Title of the post; may be empty.
    pub title: String,
    /// What the person wants to see; may be empty.
    pub prompt: String,
}

impl ImageBrief {
    /// The request, of at most [`IMAGE_PROMPT_CHARS`] characters.
    pub fn request(&self) -> ImageRequest {
        let material = Material::default()
            .with_beginning("site", &self.site.name, OTHER_CHARS)
            .with_beginning("público", &self.site.audience, OTHER_CHARS)
            .with_beginning("título", &self.title, OTHER_CHARS)
            .with_beginning("pedido", &self.prompt, REQUEST_CHARS)
            .delimited();
        let prompt = format!(
            "Crie uma fotografia realista em formato paisagem para ilustrar uma publicação.\n\n\
             ## Regras\n\
             - Mostre o que o bloco “pedido” descreve. Se ele não existir, mostre uma cena concreta e simples sobre o assunto \
             do título.\n\
             - Aparência de fotografia editorial: luz natural, cores fiéis, um assunto principal em foco, fundo sem excesso de \
             elementos. Outro estilo só se o pedido o descrever.\n\
             - Nenhum texto na imagem: sem letras, números, legendas, marcas-d’água, logotipos, placas ou telas legíveis.\n\
             - Pessoas, se houver, são fictícias, com anatomia correta, diversas e em contexto brasileiro quando couber. Não \
             represente pessoas reais.\n\
             - Nenhuma marca registrada, nenhuma violência explícita, nenhuma nudez.\n\
             - O assunto principal fica longe das bordas, porque a imagem pode ser recortada.\n\n\
             {rule}\n\n\
             {input}",
            rule = material.rule,
            input = material.input,
        );
        ImageRequest {
            prompt: beginning(&prompt, IMAGE_PROMPT_CHARS).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_texts_fit_with_their_last_line() {
        let long = "palavra longa ".repeat(5_000);
        let brief = ImageBrief {
            site: SiteProfile {
                name: long.clone(),
                audience: long.clone(),
                ..SiteProfile::default()
            },
            title: long.clone(),
            prompt: long,
        };
        let prompt = brief.request().prompt;
        assert!(prompt.chars().count() <= IMAGE_PROMPT_CHARS);
        let last = prompt.trim_end().lines().last().unwrap();
        assert!(last.starts_with("[FIM "), "{last}");
    }

    #[test]
    fn an_image_has_no_text() {
        let brief = ImageBrief {
            title: "Pão de fermentação natural".to_owned(),
            ..ImageBrief::default()
        };
        let prompt = brief.request().prompt;
        assert!(prompt.contains("Nenhum texto na imagem"));
        assert!(prompt.contains(": título]\nPão de fermentação natural\n[FIM "));
        assert!(!prompt.contains(": pedido]"));
    }
}
