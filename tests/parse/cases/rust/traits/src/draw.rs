/// What can be drawn.
pub trait Draw: Base + fmt::Debug {
    const LAYER: u32;
    type Output;

    fn draw(&self, canvas: &mut Canvas) -> Self::Output;

    fn twice(&self, canvas: &mut Canvas) {
        self.draw(canvas);
        self.draw(canvas);
    }
}

impl<T: Draw> Draw for Vec<T> {
    const LAYER: u32 = 1;
    type Output = ();

    fn draw(&self, canvas: &mut Canvas) {
        for item in self.iter() {
            item.draw(canvas);
        }
    }
}

pub fn render<D>(thing: &D, boxed: Box<dyn Draw<Output = ()>>) -> impl Draw
where
    D: Draw,
{
    thing.twice(&mut Canvas::default());
    boxed
}
