using System;
using Text = System.Text.StringBuilder;
using static System.Math;

namespace Acme.App;

/// <summary>
/// Serves things. Well.
/// </summary>
[Serializable]
public abstract partial class Service<T> : Base<T>, IRunnable where T : Thing
{
    public const int Limit = 3;
    private readonly Repo _repo = new Repo();
    public string Name { get; set; } = "x";
    public int Count => _repo.Count();
    public event EventHandler Changed;

    public Service(Repo repo) : base(repo)
    {
        _repo = repo;
        this.Start();
    }

    public async Task<T> Run<R>(List<R> items, params int[] sizes)
    {
        foreach (var item in items)
        {
            item.Check()?.Report();
        }
        var made = new Thing(1);
        Thing typed = Load();
        int Local(int a) => a + 1;
        return await Helper.Do<T>(made, typed, Local(2));
    }

    public abstract void Stop();
    protected delegate void Handler(int code);
}
