//! Handlers that ask twice, and then fail: one for each kind of error.

use std::error::Error as StdError;
use std::sync::Mutex;

use askback::{Ask, Askback, Form, Pause, interactive};
use rmcp::model::{
    ErrorCode, GetPromptResult, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
};
use rmcp::service::RequestContext;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, prompt, prompt_handler, prompt_router, tool,
    tool_handler, tool_router,
};

use crate::kinds::{Both, Opaque, Own, Refusal, TextOnly};

#[derive(Form)]
pub(crate) struct Word {
    word: String,
}

pub(crate) struct Desk {
    pub(crate) askback: Askback,
    /// A pause from another call.
    pub(crate) kept: Mutex<Option<Pause>>,
}

/// What the body asks after the declared question.
async fn more(ask: &mut Ask<'_>) -> Result<String, Pause> {
    let Word { word } = ask.form("more", "And?").await?;
    Ok(word)
}

fn gone() -> ErrorData {
    let data = serde_json::json!({ "table": "users" });
    ErrorData::new(ErrorCode(-32_050), "no such table: users", Some(data))
}

fn far_away() -> anyhow::Result<()> {
    Err(anyhow::anyhow!("refused").context("no such table: users"))
}

fn not_found() -> std::io::Error {
    std::io::Error::other("no such table: users")
}

#[tool_router]
impl Desk {
    #[interactive]
    #[tool]
    async fn data(&self, #[ask("Why?")] why: Word, ask: &mut Ask) -> Result<String, ErrorData> {
        more(ask).await?;
        drop(why.word);
        Err(gone())
    }

    #[interactive]
    #[tool]
    async fn text(&self, #[ask("Why?")] why: Word, ask: &mut Ask) -> Result<String, String> {
        more(ask).await?;
        drop(why.word);
        Err("no such table: users".to_owned())
    }

    #[interactive]
    #[tool]
    async fn any(&self, #[ask("Why?")] why: Word, ask: &mut Ask) -> Result<String, askback::Error> {
        more(ask).await?;
        Err(not_found())?;
        Ok(why.word)
    }

    #[interactive]
    #[tool]
    async fn any_data(
        &self,
        #[ask("Why?")] why: Word,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        more(ask).await?;
        Err(gone())?;
        Ok(why.word)
    }

    #[interactive]
    #[tool]
    async fn any_how(
        &self,
        #[ask("Why?")] why: Word,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        more(ask).await?;
        far_away()?;
        Ok(why.word)
    }

    #[interactive]
    #[tool]
    async fn how(&self, #[ask("Why?")] why: Word, ask: &mut Ask) -> anyhow::Result<String> {
        more(ask).await?;
        far_away()?;
        Ok(why.word)
    }

    #[interactive]
    #[tool]
    async fn own(&self, #[ask("Why?")] why: Word, ask: &mut Ask) -> Result<String, Own> {
        more(ask).await?;
        drop(why.word);
        Err(Own::NoTable("users"))
    }

    #[interactive]
    #[tool]
    async fn opaque(&self, #[ask("Why?")] why: Word, ask: &mut Ask) -> Result<String, Opaque> {
        more(ask).await?;
        drop(why.word);
        Err(Opaque::new(not_found()))
    }

    #[interactive]
    #[tool]
    async fn boxed(
        &self,
        #[ask("Why?")] why: Word,
        ask: &mut Ask,
    ) -> Result<String, Box<dyn StdError + Send + Sync>> {
        more(ask).await.map_err(Opaque::new)?;
        Err(not_found())?;
        Ok(why.word)
    }

    #[interactive]
    #[tool]
    async fn text_only(&self, #[ask("Why?")] why: Word, ask: &mut Ask) -> Result<String, TextOnly> {
        more(ask).await?;
        drop(why.word);
        Err("no such table: users".into())
    }

    #[interactive]
    #[tool]
    async fn refusal(&self, #[ask("Why?")] why: Word, ask: &mut Ask) -> Result<String, Refusal> {
        more(ask).await?;
        drop(why.word);
        Err(Refusal::Quota(3))
    }

    #[interactive]
    #[tool]
    async fn refusal_data(
        &self,
        #[ask("Why?")] why: Word,
        ask: &mut Ask,
    ) -> Result<String, Refusal> {
        more(ask).await?;
        drop(why.word);
        Err(Refusal::Other(gone()))
    }

    #[interactive]
    #[tool]
    async fn both(&self, #[ask("Why?")] why: Word, ask: &mut Ask) -> Result<String, Both> {
        more(ask).await?;
        drop(why.word);
        Err(Both(3))
    }

    /// The pause goes through three hands, of which each forgets more.
    #[interactive]
    #[tool]
    async fn through_hands(
        &self,
        #[ask("Why?")] why: Word,
        ask: &mut Ask,
    ) -> Result<String, askback::Error> {
        let more = more(ask).await.map_err(Opaque::new);
        let more = more.map_err(|opaque| TextOnly::from(opaque.inner().to_uppercase()));
        more.map_err(anyhow::Error::new)?;
        Err(gone())?;
        Ok(why.word)
    }

    /// Keeps its pause.
    #[interactive]
    #[tool]
    async fn keep(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        match more(ask).await {
            Ok(more) => Ok(more),
            Err(pause) => {
                *self.kept.lock().unwrap() = Some(pause);
                Err(pause)?
            }
        }
    }

    /// Gives the pause of another call for its own.
    #[interactive]
    #[tool]
    async fn borrowed(&self, ask: &mut Ask) -> Result<String, askback::Error> {
        let kept = self.kept.lock().unwrap().take();
        match kept {
            Some(pause) => Err(pause)?,
            None => Ok(more(ask).await?),
        }
    }
}

#[prompt_router]
impl Desk {
    #[interactive]
    #[prompt]
    async fn data_prompt(
        &self,
        #[ask("Why?")] why: Word,
        ask: &mut Ask,
    ) -> Result<GetPromptResult, ErrorData> {
        more(ask).await?;
        drop(why.word);
        Err(gone())
    }

    #[interactive]
    #[prompt]
    async fn text_prompt(
        &self,
        #[ask("Why?")] why: Word,
        ask: &mut Ask,
    ) -> Result<GetPromptResult, String> {
        more(ask).await?;
        Err(format!("no such table: {}", why.word))
    }

    #[interactive]
    #[prompt]
    async fn any_data_prompt(
        &self,
        #[ask("Why?")] why: Word,
        ask: &mut Ask,
    ) -> Result<GetPromptResult, askback::Error> {
        more(ask).await?;
        drop(why.word);
        Err(gone().into())
    }

    #[interactive]
    #[prompt]
    async fn any_how_prompt(
        &self,
        #[ask("Why?")] why: Word,
        ask: &mut Ask,
    ) -> Result<GetPromptResult, askback::Error> {
        more(ask).await?;
        drop(why.word);
        far_away()?;
        Ok(GetPromptResult::new(Vec::new()))
    }

    #[interactive]
    #[prompt]
    async fn own_prompt(
        &self,
        #[ask("Why?")] why: Word,
        ask: &mut Ask,
    ) -> Result<GetPromptResult, Own> {
        more(ask).await?;
        drop(why.word);
        Err(Own::NoTable("users"))
    }

    #[interactive]
    #[prompt]
    async fn opaque_prompt(
        &self,
        #[ask("Why?")] why: Word,
        ask: &mut Ask,
    ) -> Result<GetPromptResult, Opaque> {
        more(ask).await?;
        drop(why.word);
        Err(Opaque::new(not_found()))
    }

    #[interactive]
    #[prompt]
    async fn text_only_prompt(
        &self,
        #[ask("Why?")] why: Word,
        ask: &mut Ask,
    ) -> Result<GetPromptResult, TextOnly> {
        more(ask).await?;
        drop(why.word);
        Err("no such table: users".into())
    }
}

#[tool_handler]
#[prompt_handler]
impl ServerHandler for Desk {
    /// The URI names the kind of error.
    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        type Read<E> = Result<ReadResourceResult, E>;
        let askback = &self.askback;
        match &*request.uri.clone() {
            "error:data" => {
                let body = async |ask: &mut Ask<'_>| -> Read<ErrorData> {
                    more(ask).await?;
                    Err(gone())
                };
                askback.drive(request, context, body).await
            }
            "error:any_data" => {
                let body = async |ask: &mut Ask<'_>| -> Read<askback::Error> {
                    more(ask).await?;
                    Err(gone())?
                };
                askback.drive(request, context, body).await
            }
            "error:how" => {
                let body = async |ask: &mut Ask<'_>| -> Read<anyhow::Error> {
                    more(ask).await?;
                    far_away()?;
                    Ok(ReadResourceResult::new(Vec::new()))
                };
                askback.drive(request, context, body).await
            }
            "error:opaque" => {
                let body = async |ask: &mut Ask<'_>| -> Read<Opaque> {
                    more(ask).await?;
                    Err(Opaque::new(not_found()))
                };
                askback.drive(request, context, body).await
            }
            _ => {
                let body = async |ask: &mut Ask<'_>| -> Read<String> {
                    more(ask).await?;
                    Err("no such table: users".to_owned())
                };
                askback.drive(request, context, body).await
            }
        }
    }
}
